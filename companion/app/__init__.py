"""What people see and touch. The only layer that knows Kivy, KivyMD and plyer: importing those opens a window."""
