@echo off
rem Double-click: as "Start Last Card", and the phones and laptops of the hall can come in.
"%~dp0Start Last Card.bat" hall
