//! The result page: one self-contained HTML file.
