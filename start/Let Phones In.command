#!/bin/sh
# Double-click on a Mac: as “Start Last Card”, and the phones and laptops of the hall can come in.
cd "$(dirname "$0")" || exit 1
exec "./Start Last Card.command" hall
