#include "CVirtualViewSystem.h"
