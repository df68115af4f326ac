/** PostgreSQL's command line for a server that one application on this machine uses. */
export function serverSettings({ port, durable }: { port: number; durable: boolean }): string[] {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Details and statements quote values: mobile numbers among them. The service logs its failures itself.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    shared_buffers: durable ? '256MB' : '128MB',
    effective_cache_size: '1GB',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    random_page_cost: 1.1,
    jit: 'off',
    // No replicas and no archive: less to write for bulk loads.
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_wal_size: '2GB',
    max_connections: durable ? 100 : 200,
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
