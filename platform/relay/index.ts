export { openRelayServer, reach, type Relay, type RelayTarget } from './relay.ts'
