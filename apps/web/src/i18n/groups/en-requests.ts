// English texts of the requests. Loaded by language.ts.
import requests from '../en/requests.json' with { type: 'json' };

export const texts = { requests };
