export { openRelayServer, reach, type RelayServer, type RelayTarget } from './relay.ts'
