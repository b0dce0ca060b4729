"""Prints the licenses of all crates that the program is made of, and of its fonts: a list, then every
text once.

Usage: licenses.py TARGET, in the project's folder. Needs cargo, and the crates' sources, which a build
has fetched."""

import glob
import json
import os
import subprocess
import sys

NAMES = ("license", "licence", "copying", "notice", "unlicense", "copyright")
# Other than the file of a license: a folder of them, or sources.
ENDINGS = ("", ".txt", ".md", ".apache2", ".mit")


def metadata(target):
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", target]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def linked(data):
    """The packages that are linked into the program: neither for tests nor for building alone."""
    nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
    packages = {package["id"]: package for package in data["packages"]}
    waiting = [id for id, package in packages.items() if package["name"] == "hexbound"]
    found = set()
    while waiting:
        id = waiting.pop()
        if id in found:
            continue
        found.add(id)
        for dependency in nodes[id]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                waiting.append(dependency["pkg"])
    # Our own packages have their licenses beside this file.
    foreign = [packages[id] for id in found if packages[id]["source"]]
    return sorted(foreign, key=lambda package: (package["name"], package["version"]))


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return "\n".join(line.rstrip() for line in file.read().strip().splitlines())


def texts(package):
    folder = os.path.dirname(package["manifest_path"])
    # Fonts have their licenses beside them.
    for path in sorted(glob.glob(os.path.join(folder, "fonts", "*.txt"))):
        yield read(path)
    for name in sorted(os.listdir(folder)):
        lower = name.lower()
        path = os.path.join(folder, name)
        is_license = lower.startswith(NAMES) and (
            lower.endswith(ENDINGS[1:]) or "." not in lower or lower.startswith("license-")
        )
        if is_license and os.path.isfile(path):
            yield read(path)


def main():
    packages = linked(metadata(sys.argv[1]))
    print("Hexbound is made with the work of many others. These are their packages:\n")
    users = {}
    for package in packages:
        name = f"{package['name']} {package['version']}"
        found = list(texts(package))
        known = package["license"] or ("its own license" if found else None)
        if known is None:
            sys.exit(f"{name} says nothing about its license")
        print(f"  {name}: {known}")
        for text in found:
            users.setdefault(text, []).append(name)
    users.setdefault(read("assets/fonts/OFL.txt"), []).append("the font Noto Sans CJK SC")
    print("\nAnd these the texts of their licenses, each with those that bring it.")
    for text, names in users.items():
        print(f"\n{'=' * 80}\n{', '.join(names)}\n{'-' * 80}\n{text}")


main()
