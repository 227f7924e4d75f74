const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))

// Networks, directories and shorteners of links, whose pages belong to a person or a company, but whose domain does
// not. Written from

// general knowledge of the largest sites of each kind: no published list was read.
const networks = setOf(
  'linkedin.com lnkd.in facebook.com fb.com fb.me instagram.com twitter.com x.com t.co xing.com youtube.com youtu.be tiktok.com github.com gitlab.com medium.com wa.me t.me threads.net pinterest.com crunchbase.com glassdoor.com kununu.com yelp.com trustpilot.com northdata.de northdata.com wlw.de europages.com gelbeseiten.de pagesjaunes.fr kompass.com maps.google.com goo.gl bit.ly tinyurl.com ow.ly buff.ly is.gd cutt.ly rb.gy rebrand.ly shorturl.at t.ly dlvr.it linktr.ee calendly.com',
)

// Domains where people, and not companies, have their mail. Written from general knowledge in the same way.
const mailProviders = setOf(
  'gmail.com googlemail.com outlook.com outlook.de outlook.fr hotmail.com hotmail.de hotmail.fr hotmail.it hotmail.es hotmail.co.uk live.com live.de live.fr live.nl live.co.uk msn.com passport.com yahoo.com yahoo.de yahoo.fr yahoo.it yahoo.es yahoo.co.uk yahoo.co.jp yahoo.com.br ymail.com rocketmail.com icloud.com me.com mac.com aol.com aol.de gmx.de gmx.net gmx.at gmx.ch gmx.com web.de t-online.de freenet.de arcor.de online.de posteo.de posteo.net mailbox.org tutanota.com tutanota.de tuta.io proton.me protonmail.com protonmail.ch pm.me hey.com fastmail.com zoho.com zohomail.com mail.com email.com bluewin.ch aon.at chello.at orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr bbox.fr numericable.fr libero.it virgilio.it tiscali.it alice.it tin.it telefonica.net terra.es sapo.pt telenet.be skynet.be ziggo.nl kpnmail.nl planet.nl xs4all.nl hetnet.nl home.nl btinternet.com sky.com talktalk.net virginmedia.com ntlworld.com telia.com bredband.net spray.se online.no yahoo.no tdcadsl.dk mail.dk wp.pl o2.pl onet.pl interia.pl op.pl gazeta.pl seznam.cz email.cz centrum.cz azet.sk zoznam.sk freemail.hu citromail.hu abv.bg mail.ru bk.ru inbox.ru list.ru yandex.ru yandex.com rambler.ru ukr.net qq.com 163.com 126.com sina.com naver.com daum.net hanmail.net docomo.ne.jp uol.com.br bol.com.br terra.com.br comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net rogers.com shaw.ca sympatico.ca bigpond.com optusnet.com.au',
)

const foundIn = (domains: ReadonlySet<string>, domain: string): string | undefined => {
  const labels = domain.split('.')
  return labels.map((_label, at) => labels.slice(at).join('.')).find((above) => domains.has(above))
}

/** The domain of the network, directory or shortener that a domain belongs to; undefined for other domains. */
export const networkOf = (domain: string): string | undefined => foundIn(networks, domain)

/** True if a domain is that of a provider of mail for people, or below it. */
export const isMailProvider = (domain: string): boolean => foundIn(mailProviders, domain) !== undefined

/**
 * True if a domain can belong to a single company: not to a network, a directory, a shortener of links or a mail
 * provider.
 */
export const isOfCompany = (domain: string): boolean => networkOf(domain) === undefined && !isMailProvider(domain)
