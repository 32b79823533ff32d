"""Sound: synthesis of samples, cues for impacts and events, mixing and playback."""
