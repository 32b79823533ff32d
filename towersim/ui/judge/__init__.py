"""The screens of Judge: a person estimates whether towers stand, and then sees them simulated."""
