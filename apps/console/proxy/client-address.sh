#!/bin/sh
# Writes how nginx finds out where a request comes from and whether it came by https, from TRUST_PROXY as the API has it too:
# "false", a number of proxies, or their networks. The image's entry point runs it before nginx starts.
set -eu
trusted=$(printf %s "${TRUST_PROXY:-false}" | tr -d ' ')
target=${1:-/tmp/client-address.conf}

refuse() {
  echo "Setting TRUST_PROXY: must be false, the number of proxies in front (1…10) or their networks, such as 10.0.0.0/8,192.168.1.7." >&2
  exit 1
}

# As the connection itself has it.
direct() {
  cat <<'END'
map "" $client_address { default $remote_addr; }
map "" $client_scheme { default $scheme; }
END
}

# Counted from the end of the list, where the nearest proxy wrote; a shorter list was begun by one of them.
hops() {
  cat <<END
map \$http_x_forwarded_for \$client_address {
  default \$remote_addr;
  "~^(?:.*,)?\\s*([0-9a-fA-F.:]+)\\s*(?:,[^,]*){$(($1 - 1))}\$" \$1;
$([ "$1" = 1 ] || echo "  \"~^\\s*([0-9a-fA-F.:]+)\\s*(?:,[^,]*){0,$(($1 - 2))}\$\" \$1;")
}
map \$http_x_forwarded_proto \$client_scheme {
  default \$scheme;
  "~^(?:.*,)?\\s*(https?)\\s*\$" \$1;
}
END
}

# The last address that is none of theirs. How it came counts only where one of them says so.
networks() {
  for network in $1; do echo "set_real_ip_from $network;"; done
  cat <<'END'
real_ip_header X-Forwarded-For;
real_ip_recursive on;
map "" $client_address { default $remote_addr; }
geo $realip_remote_addr $through_proxy {
  default 0;
END
  for network in $1; do echo "  $network 1;"; done
  cat <<'END'
}
map "$through_proxy $http_x_forwarded_proto" $client_scheme {
  default $scheme;
  "~^1 (?:.*,)?\s*(https?)\s*$" $1;
}
END
}

# A network of everybody (/0) would be the client's own word.
address='^[0-9]+(\.[0-9]+){3}(/[1-9][0-9]?)?$|^[0-9a-fA-F:]*:[0-9a-fA-F:.]*(/[1-9][0-9]{0,2})?$'
case "$trusted" in
  false) direct >"$target" ;;
  true) hops 1 >"$target" ;;
  [1-9] | 10) hops "$trusted" >"$target" ;;
  *)
    each=$(printf %s "$trusted" | tr ',' ' ')
    [ -n "${each# }" ] || refuse
    for network in $each; do printf %s "$network" | grep -Eq "$address" || refuse; done
    networks "$each" >"$target"
    ;;
esac
