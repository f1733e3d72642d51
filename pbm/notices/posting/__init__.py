"""Making mails of drafts: addressed, threaded, rendered, tokens masked, and queued."""
