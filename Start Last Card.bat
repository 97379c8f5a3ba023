@echo off
rem Double-click: starts your own evening on this machine. Needs Python 3.11 or newer from python.org or the Store.
cd /d "%~dp0"
set LASTCARD_WINDOW=1
where py >nul 2>nul && (py -3 run.py %* & goto :eof)
where python >nul 2>nul && (python run.py %* & goto :eof)
echo Last Card needs Python 3.11 or newer: install it from https://www.python.org/downloads/ and start this again.
pause
