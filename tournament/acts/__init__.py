"""Acts: functions that change rows, each in one transaction. `Act` words say who does it, when, and under which key."""
