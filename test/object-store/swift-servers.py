"""Runs OpenStack Swift with its S3 API in one process, as Swift's own functional tests do: the proxy, and one account,
container and object server. Objects stay in memory. Used by swift.mjs.

Usage: swift-servers.py FOLDER MEMCACHED_PORT ACCESS_KEY SECRET_KEY. Writes the port of the proxy to FOLDER/port."""

import os
import sys
from os.path import join

import eventlet
import eventlet.wsgi
from swift.common import utils

folder, memcached_port, access_key, secret_key = sys.argv[1:]


def write(name, text):
    path = join(folder, name)
    with open(path + ".draft", "w") as file:
        file.write(text)
    os.rename(path + ".draft", path)
    return path


# No setting changes this path, and other modules read the file when they are loaded.
utils.SWIFT_CONF_FILE = write("swift.conf", "[swift-hash]\nswift_hash_path_suffix = test\n")
utils.validate_configuration()
utils.eventlet_monkey_patch()

from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.http_protocol import SwiftHttpProtocol  # noqa: E402
from swift.common.wsgi import loadapp  # noqa: E402

DEFAULTS = f"""[DEFAULT]
swift_dir = {folder}
devices = {folder}
mount_check = false
"""
SETTINGS = {
    "proxy-server": "account_autocreate = true",
    "cache": f"memcache_servers = 127.0.0.1:{memcached_port}",
    # An access key consists of an account and a user.
    "tempauth": f"user_{access_key.replace(':', '_')} = {secret_key} .admin",
    "s3api": "location = us-east-1",
}


def configure(server, factory, filters=()):
    """Writes the configuration of a server and returns its path."""
    sections = [DEFAULTS, f"[pipeline:main]\npipeline = {' '.join([*filters, server])}"]
    for name in filters:
        egg = "memcache" if name == "cache" else name
        sections.append(f"[filter:{name}]\nuse = egg:swift#{egg}\n{SETTINGS.get(name, '')}")
    sections.append(f"[app:{server}]\nuse = egg:swift#{factory}\n{SETTINGS.get(server, '')}")
    return write(f"{server}.conf", "\n".join(sections) + "\n")


def create_ring(name, port):
    builder = RingBuilder(1, 1, 0)
    builder.add_dev({"region": 1, "zone": 1, "ip": "127.0.0.1", "port": port, "device": "device", "weight": 1})
    builder.rebalance()
    builder.get_ring().save(join(folder, f"{name}.ring.gz"))


def serve(server, path, sock):
    app = loadapp(path, global_conf={"log_name": server})
    options = {"protocol": SwiftHttpProtocol, "capitalize_response_headers": False}
    eventlet.spawn(eventlet.wsgi.server, sock, app, utils.NullLogger(), **options)


os.makedirs(join(folder, "device"))
storage = {"account": "account", "container": "container", "object": "mem_object"}
for name, factory in storage.items():
    sock = eventlet.listen(("127.0.0.1", 0))
    create_ring(name, sock.getsockname()[1])
    serve(f"{name}-server", configure(f"{name}-server", factory), sock)
proxy = eventlet.listen(("127.0.0.1", 0))
pipeline = "catch_errors gatekeeper cache listing_formats s3api tempauth copy slo dlo symlink versioned_writes"
serve("proxy-server", configure("proxy-server", "proxy", pipeline.split()), proxy)
write("port", str(proxy.getsockname()[1]))
while True:
    eventlet.sleep(3600)
