#pragma once
#include <microhttpd.h>

// Variadic functions are invisible to Swift.

// A daemon inside somebody else's loop that listens on `socket`, which it closes when it stops. NULL when it can not.
static inline struct MHD_Daemon *evb_web_start(int socket, unsigned connections, unsigned timeout, size_t memory,
                                               MHD_AccessHandlerCallback handle, MHD_RequestCompletedCallback completed,
                                               MHD_NotifyConnectionCallback connected, void *context) {
  return MHD_start_daemon(MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handle, context,
                          MHD_OPTION_LISTEN_SOCKET, (MHD_socket)socket, MHD_OPTION_CONNECTION_LIMIT, connections,
                          MHD_OPTION_CONNECTION_TIMEOUT, timeout, MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory,
                          MHD_OPTION_NOTIFY_COMPLETED, completed, context, MHD_OPTION_NOTIFY_CONNECTION, connected, context,
                          MHD_OPTION_STRICT_FOR_CLIENT, 1,
                          MHD_OPTION_END);
}

// What to watch for being readable; -1 when there is none.
static inline int evb_web_descriptor(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

// The socket of a connection; -1 when it is not known.
static inline int evb_web_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}
