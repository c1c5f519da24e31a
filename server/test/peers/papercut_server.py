"""PaperCut's web services as they are documented, with printers of our own, on Python's standard XML-RPC server.

The token chooses what is listed. With the argument "old" it does not know how to give several properties at once. Prints
its port when it listens.
"""

import sys
from socketserver import ThreadingMixIn
from xmlrpc.client import Fault
from xmlrpc.server import SimpleXMLRPCRequestHandler, SimpleXMLRPCServer

PLACES = {
    "few": {
        "print01\\Lobby": "1200",
        "print01\\Legal & <Tax>": "77",
        "print02\\総務部 複合機": "0",
        "print02\\Floor 2\\West": "5",
        "print02\\Annex/East": "31",
        "device\\Copier": "9000",
    },
    "odd": {
        "print01\\Words": "many",
        "print01\\Grouped": "1,234",
        "print01\\Part": "12.5",
        "print01\\Below": "-3",
        "print01\\Empty": "",
        "print01\\Typed": 321,
        "print01\\Fraction": 12.0,
        "print01\\Fine": "44",
        "no server": "12",
    },
    "many": {f"print{n % 7:02}\\Queue {n:04}": str(n) for n in range(2500)},
    "none": {},
    # The list of these two ends with a fault instead of an empty batch.
    "strict": {"print01\\Lobby": "1200", "device\\Copier": "9000"},
    "strict many": {f"print{n % 7:02}\\Queue {n:04}": str(n) for n in range(1000)},
}


class Requests(SimpleXMLRPCRequestHandler):
    rpc_paths = ("/rpc/api/xmlrpc", "/behind/a/proxy/rpc/api/xmlrpc")

    def log_message(self, *_):
        pass


class Server(ThreadingMixIn, SimpleXMLRPCServer):
    daemon_threads = True
    request_queue_size = 64


def place(token):
    if token not in PLACES:
        raise Fault(0, "Access denied. Invalid authentication token supplied.")
    return PLACES[token]


def list_printers(token, offset, limit):
    if limit > 1000:
        raise Fault(0, "The limit is too large")
    printers = sorted(place(token))
    if token.startswith("strict") and offset >= len(printers):
        raise Fault(0, "The offset is not allowed to be past the end of the list")
    return printers[offset : offset + limit]


def get_printer_property(token, server, printer, name):
    printers = place(token)
    key = f"{server}\\{printer}"
    if key not in printers:
        raise Fault(0, f"Printer not found: {key}")
    if name != "print-stats.page-count":
        raise Fault(0, f"Unknown property: {name}")
    return printers[key]


def get_printer_properties(token, server, printer, names):
    return [get_printer_property(token, server, printer, name) for name in names]


def print_pages(token, printer, pages):
    PLACES[token][printer] = str(int(PLACES[token][printer]) + pages)
    return True


server = Server(("127.0.0.1", 0), requestHandler=Requests)
server.register_function(list_printers, "api.listPrinters")
server.register_function(get_printer_property, "api.getPrinterProperty")
if "old" not in sys.argv:
    server.register_function(get_printer_properties, "api.getPrinterProperties")
server.register_function(print_pages, "test.print")
print("port", server.server_address[1], flush=True)
server.serve_forever()
