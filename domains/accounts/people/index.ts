export { createFirstOwner, issueStartLink, updateOwnerFile } from './owner-file.ts'
export { enterWorkspace } from './enter-workspace.ts'
export { openLetterTokens, type LetterTokens } from './letter-tokens.ts'
export { preferencesOf } from './store-me.ts'
export { wantsLetters } from './store-letters.ts'
export { admitByLetter } from './sign-in/admit-by-letter.ts'
export { limitNetwork } from './sign-in/request-by-mail.ts'
export { openSignIn, type SignInParts } from './sign-in/parts.ts'
export { recordCompanyRefusal } from './sign-in/record-sign-in-failure.ts'
export { hasOwnWayIn, passkeyIdsOf, passkeysOf, findRecipient as personOf, findPersonOf } from './sign-in/store.ts'
export { addPlaceEvent, settleAccountEventsOf, recordAccountEvent } from './account-events.ts'
export {
  beginSessionOfProvider,
  confirmSessionOfProvider,
  makeProvedPerson,
  type SignInRequestContext,
} from './sign-in/sign-in-by-provider.ts'
