// Networks, directories and shorteners of links, where a page is of a person or a company and the domain is not. Written from
// general knowledge of the largest sites of each kind: no published list was read.
const networks: ReadonlySet<string> = new Set(
  'linkedin.com lnkd.in facebook.com fb.com fb.me instagram.com twitter.com x.com t.co xing.com youtube.com youtu.be tiktok.com github.com gitlab.com medium.com wa.me t.me threads.net pinterest.com crunchbase.com glassdoor.com kununu.com yelp.com trustpilot.com northdata.de northdata.com wlw.de europages.com gelbeseiten.de pagesjaunes.fr kompass.com maps.google.com goo.gl bit.ly tinyurl.com ow.ly linktr.ee calendly.com'.split(
    ' ',
  ),
)

/** Whether a domain is that of a network or a directory, or below it: it names no company. */
export const isNetwork = (domain: string): boolean => {
  const labels = domain.split('.')
  return labels.some((_label, at) => networks.has(labels.slice(at).join('.')))
}
