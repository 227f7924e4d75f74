import type { Words } from '../../platform/contract/vocabulary.ts'

/** Properties of outreach. */
export const growth: Words = {
  capability: 'The subject of the look-up.',
  'GrowthInboxThread.lastMessage': 'The newest mail that was sent or came in; null for none.',
  'GrowthThread.lead': 'The lead, with its known facts.',
  'GrowthPlayRead.play': 'The play itself.',
  'GrowthPlayRead.results': 'The results: sent mails and replies.',
  'GrowthPlayRead.lastDraftRun': 'Its newest run of drafts; null before the first.',
  'GrowthPlayResults.leads': 'How many leads it has, by their status.',
  'GrowthProjectRead.brain': 'The newest version of the Company brain; null before the first.',
  'GrowthProjectRead.lastRun': 'Its newest research run; null before the first.',
  'GrowthProjectShown.brain': 'The newest version of the Company brain; null before the first.',
  'GrowthProjectShown.lastRun': 'Its newest research run; null before the first.',
  'GrowthSettings.month': 'What growth spent this month.',
  'GrowthMailbox.setAside': 'Mails that it could not read or file.',
  'GrowthMailbox.today': 'Its sends of today, and its limit.',
  'GrowthMailbox.warmUp': 'How its limit grows in its first days.',
  'GrowthMailboxRecord.toAdd': 'The record to add; null where nothing has to be.',
}
