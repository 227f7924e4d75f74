import { verbFirst, type Verb } from '../verb.ts'

/** Phrases of actions about the people of the workspace, and how they sign in. */
export const enPeoplePhrases: Readonly<Record<string, Verb>> = {
  'member.change_role': ['changed the role of {thing}', 'change the role of {thing}'],
  'identity.link': ['linked their account with the company', 'link their account with the company'],
  'identity.unlink': ['unlinked their account from the company', 'unlink their account from the company'],
  'identity_domain.lose': ['found a domain of the company absent from DNS', 'check a domain of the company'],
  'identity_provider.emergency': ['signed in with the emergency passkey', 'sign in with the emergency passkey'],
  'identity_provider.require': verbFirst('changed', 'change', 'whether company sign-in is required'),
  'member.join': ['joined the workspace', 'join the workspace'],
  'member.leave': ['left the workspace', 'leave the workspace'],
  'member.transfer_ownership': ['made {thing} the owner', 'make {thing} the owner'],
}
