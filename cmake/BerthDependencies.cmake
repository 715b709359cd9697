# What the sources use; none of it appears in a public header. All are Debian packages.
find_package(fmt 9 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(Boost 1.81 REQUIRED)
find_package(xxHash REQUIRED)
find_package(Threads REQUIRED)
