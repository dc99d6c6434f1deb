"""A ClickHouse server from chDB's native library. Arguments: LIBRARY CONFIG FOLDER TCP_PORT HTTP_PORT.

A chDB session cannot listen, but the library contains clickhouse-local, which can. The node runs until it is
killed, listens on loopback only and requires no password.
"""
import ctypes
import sys

library, config, folder, tcp_port, http_port = sys.argv[1:]
WAIT = "SELECT sum(sleepEachRow(3)) FROM numbers(2000) SETTINGS max_block_size = 1, function_sleep_max_microseconds_per_block = 0"
arguments = [
    "clickhouse",
    f"--config-file={config}",
    f"--path={folder}",
    f"--tcp_port={tcp_port}",
    f"--http_port={http_port}",
    "--listen_host=127.0.0.1",
    "--query",
    f"SYSTEM START LISTEN TCP; SYSTEM START LISTEN HTTP; {WAIT}",
]
run = ctypes.CDLL(library).chdb_query_cmdline
run.restype = ctypes.c_void_p
run(len(arguments), (ctypes.c_char_p * (len(arguments) + 1))(*[each.encode() for each in arguments], None))
