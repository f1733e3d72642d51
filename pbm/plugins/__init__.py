"""Games that other distributions bring, played by a child process with the plugin's code."""
