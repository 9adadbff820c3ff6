//! What results say about strength.
