import { addressesOf, wholeNumber } from './kinds.ts'

/** Who agents ask about the web. */
export const web = {
  addresses: addressesOf(
    [
      'ATELIER_WEB_PROVIDERS',
      'Addresses in the place of the public ones of web providers, such as a Firecrawl of your own; a private one has to be among ATELIER_FETCH_PRIVATE_HOSTS too.',
    ],
    ['tavily', 'exa', 'brave', 'firecrawl'],
    'firecrawl=https://firecrawl.example.com',
  ),
  crawlPages: wholeNumber(
    ['ATELIER_CRAWL_PAGES', 'Pages that the built-in crawler may read for each workspace in a month; 0 reads none.'],
    { min: 0, max: 100_000_000, absent: 1_000 },
  ),
}

/** By whom clients pay. */
export const payments = {
  addresses: addressesOf(
    [
      'ATELIER_PAYMENT_PROVIDERS',
      'Addresses in the place of the public ones of payment providers, such as that of a proxy; a private one has to be among ATELIER_FETCH_PRIVATE_HOSTS too.',
    ],
    ['stripe', 'adyen'],
    'stripe=https://stripe.example.com',
  ),
}
