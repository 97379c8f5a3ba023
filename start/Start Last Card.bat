@echo off
rem Double-click: starts Last Card on this computer. Needs Python 3.11 or newer from python.org or the Store.
cd /d "%~dp0.."
set LASTCARD_WINDOW=1
rem A Windows without Python has a python.exe that only opens the Store: each is asked before it is used.
py -3 -c "import sys; sys.exit(sys.version_info < (3, 11))" >nul 2>nul && (py -3 run.py %* & goto :end)
python -c "import sys; sys.exit(sys.version_info < (3, 11))" >nul 2>nul && (python run.py %* & goto :end)
echo Last Card needs Python 3.11 or newer: install it from https://www.python.org/downloads/ and start this again.
:end
pause
