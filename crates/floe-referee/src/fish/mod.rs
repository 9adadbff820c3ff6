//! Fish over TCP: sign-up, tournament, referee, clients.
