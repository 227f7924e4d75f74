import { sealedCredentials } from '../../code/secrets/index.ts'

/** The addresses of channels; each caller that has one can write there. */
export const channelAddress = sealedCredentials('chat-channel')
