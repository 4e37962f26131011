"""Random evenings of faults between the devices around one table."""
