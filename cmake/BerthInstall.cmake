include(CMakePackageConfigHelpers)

set(berth_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/berth")

install(TARGETS berth
  EXPORT berthTargets
  FILE_SET HEADERS
  INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(EXPORT berthTargets NAMESPACE berth:: DESTINATION "${berth_package_dir}")

configure_package_config_file(cmake/berthConfig.cmake.in berthConfig.cmake
  INSTALL_DESTINATION "${berth_package_dir}")
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(berthConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(
  FILES "${CMAKE_CURRENT_BINARY_DIR}/berthConfig.cmake"
        "${CMAKE_CURRENT_BINARY_DIR}/berthConfigVersion.cmake"
  DESTINATION "${berth_package_dir}")
