import { sealedCredentials } from '../../code/secrets/index.ts'

/** The addresses of channels, which let anyone write there. */
export const channelAddress = sealedCredentials('chat-channel')
