"""The rules of Fawlty Towers."""
