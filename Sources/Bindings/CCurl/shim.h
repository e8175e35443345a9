// The compile-time checks of option types need constant options, which those below are not.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// Swift cannot call variadic functions, so there is one function for each argument type in use.

static inline CURLcode curl_set_text(CURL *handle, CURLoption option, const char *text) {
    return curl_easy_setopt(handle, option, text);
}

static inline CURLcode curl_set_number(CURL *handle, CURLoption option, long number) {
    return curl_easy_setopt(handle, option, number);
}

static inline CURLcode curl_set_list(CURL *handle, CURLoption option, struct curl_slist *list) {
    return curl_easy_setopt(handle, option, list);
}

static inline CURLcode curl_set_pointer(CURL *handle, CURLoption option, void *pointer) {
    return curl_easy_setopt(handle, option, pointer);
}

static inline CURLcode curl_set_reader(CURL *handle, curl_read_callback reader) {
    return curl_easy_setopt(handle, CURLOPT_READFUNCTION, reader);
}

static inline CURLcode curl_set_listener(CURL *handle, curl_debug_callback listener) {
    return curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, listener);
}
