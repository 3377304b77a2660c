"""The ten slowest tests of the last run: `make test` prints them at its end.

python -m tests.slowest out/tests/*.xml
"""

import sys
from xml.etree import ElementTree

MOST = 10


def main(paths: list[str]) -> None:
    cases = [case for path in paths for case in ElementTree.parse(path).iter("testcase")]
    cases.sort(key=lambda case: float(case.get("time", 0)), reverse=True)
    print(f"The slowest {MOST} of {len(cases)} tests:")
    for case in cases[:MOST]:
        print(f"{float(case.get('time', 0)):6.1f} s  {case.get('classname')}::{case.get('name')}")


if __name__ == "__main__":
    main(sys.argv[1:])
