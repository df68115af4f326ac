/** Where `npm run stub:channel` answers: with developer tools, bindings may reach it. */
export const stubChannelHost = '127.0.0.1:8090';
