/** The statuses that a person can set. */
export const settableStatuses = ['disqualified', 'new', 'queued'] as const
export type LeadStatus = (typeof settableStatuses)[number]

/** Why a lead is not moved, in the order of the answer. */
export const leadRefusals = [
  'campaign_not_running',
  'opted_out',
  'suppressed',
  'region_excluded',
  'no_sendable_address',
  'lookup_required',
  'refused_before',
] as const
export type LeadRefusal = (typeof leadRefusals)[number]

/** The facts of a lead at a move. */
export interface LeadFacts {
  readonly isArchived: boolean
  /** True if its play is active and acknowledged; false for a lead without a play. */
  readonly isPlayRunning: boolean
  readonly isOptedOut: boolean
  readonly isSuppressed: boolean
  readonly isRegionExcluded: boolean
  readonly wasLookedUp: boolean
  readonly hasSendableAddress: boolean
  /** True if the person refused in another thread, and it was not confirmed for this lead. */
  readonly hasRefused: boolean
}

/** The first reason for which a lead cannot get a status; undefined if it can. Disqualifying is never refused. */
export const refusalOf = (to: LeadStatus, facts: LeadFacts): LeadRefusal | undefined => {
  if (to === 'disqualified') return undefined
  const isQueued = to === 'queued'
  const reasons: Readonly<Record<LeadRefusal, boolean>> = {
    campaign_not_running: facts.isArchived || (isQueued && !facts.isPlayRunning),
    opted_out: facts.isOptedOut,
    suppressed: facts.isSuppressed,
    region_excluded: isQueued && facts.isRegionExcluded,
    no_sendable_address: isQueued && facts.wasLookedUp && !facts.hasSendableAddress,
    lookup_required: isQueued && !facts.wasLookedUp,
    refused_before: isQueued && facts.hasRefused,
  }
  return leadRefusals.find((reason) => reasons[reason])
}

export const leadListMostBytes = 64 * 2 ** 20
/** The limit of leads in a growth project. */
export const leadsMost = 100_000

export const leadFields = [
  'email',
  'domain',
  'name',
  'firstName',
  'lastName',
  'role',
  'company',
  'country',
  'consent',
  'notes',
] as const
export type LeadField = (typeof leadFields)[number]

/** Why a row of a list was not imported. */
export const rowRefusals = [
  'no_address_or_domain',
  'bad_address',
  'bad_domain',
  'too_long',
  'encoding',
  'duplicate',
  'suppressed',
  'too_many',
] as const
export type RowRefusal = (typeof rowRefusals)[number]

/** Parts of an imported row that do not count. */
export const rowNotices = ['consent_unclear', 'website_left_out', 'addresses_left_out', 'quote_not_closed'] as const
export type RowNotice = (typeof rowNotices)[number]

/** The source of a lead's fact: an uploaded list, a provider of data, or a look-up that is built in. */
export const evidenceSources = ['list', 'provider', 'built_in'] as const

/** The evidence of a field of a lead. */
export interface Evidence {
  readonly value: string
  readonly source: (typeof evidenceSources)[number]
  /** The list and its row; absent for a look-up. */
  readonly listId?: string
  readonly row?: number
  /** The provider or look-up; absent for a list. */
  readonly provider?: string
  readonly at: string
  readonly costUsd: number
  readonly confidence: number
}

/** The result of an address's check. `accept_all`: its server takes mail for any name. */
export const addressVerdicts = ['valid', 'accept_all', 'unknown', 'invalid'] as const
export type AddressVerdict = (typeof addressVerdicts)[number]

/** True if mail may be sent to a lead: a check confirmed the address, or a person listed it and no check refuted it. */
export const isSendable = (
  address: string | null,
  verdict: AddressVerdict | null,
  source: Evidence['source'] | undefined,
): boolean => address !== null && (verdict === 'valid' || (source === 'list' && verdict !== 'invalid'))

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))

// Networks, directories and shorteners of links: their pages belong to people or companies, their domains do not.
// Written from general knowledge of the largest sites of each kind: no published list was read.
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

/** True if a domain can belong to a single company: not to a network, directory, link shortener or mail provider. */
export const isOfCompany = (domain: string): boolean => networkOf(domain) === undefined && !isMailProvider(domain)
