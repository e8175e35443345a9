// The compiler's checks of option types need options that are constants, which those below are not.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// Swift calls no functions with variable arguments: here is one for each type of argument that is used.

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
