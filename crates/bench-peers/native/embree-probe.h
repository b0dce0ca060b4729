// Read by the preprocessor alone: fails where Embree is not there or was built with another layout of rays.
#include HEADER
#if RTC_MAX_INSTANCE_LEVEL_COUNT != 1
#error "rays have another layout"
#endif
#if defined(RTC_MIN_WIDTH) && RTC_MIN_WIDTH
#error "rays have another layout"
#endif
