"""What the wheel of the whole takes along: both packages, and the folders of templates and fixtures
as parts of the second. Everything else about it stands in pyproject.toml.
"""

from setuptools import find_packages, setup

FOLDERS = {"tournament.templates": "templates", "tournament.fixtures": "fixtures"}

setup(
    packages=[*find_packages(include=["scoring*", "tournament*"]), *FOLDERS],
    package_dir=FOLDERS,
    # Files are named in pyproject.toml; without this each folder of them is warned about.
    include_package_data=False,
)
