"""The roof: first screens, accounts of officials, and what stands outside any one subject."""
