// A program that only links: fairslot_device_link in kernels/CMakeLists.txt.
int main() {}
