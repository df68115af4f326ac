#!/bin/sh
# Writes where nginx finds the API, $api, from API_ADDRESS, and whom it asks for the addresses of the replicas: the container's own
# resolvers, which are Docker's in compose and the cluster's in Kubernetes. The image's entry point runs it before nginx starts.
set -eu
address=${API_ADDRESS:-api:8080}
target=${1:-/tmp/api-address.conf}
known=${2:-/etc/resolv.conf}

refuse() {
  echo "Setting API_ADDRESS: must be the API's host:port, such as api:8080 or api.xyxlx.svc.cluster.local:8080." >&2
  exit 1
}

# It becomes part of nginx's configuration.
case "$address" in *[!a-zA-Z0-9.:-]*) refuse ;; esac
printf %s "$address" | grep -Eq '^[a-zA-Z0-9][a-zA-Z0-9.-]*:[1-9][0-9]{0,4}$' || refuse

# nginx writes an IPv6 address in brackets, and knows none that names an interface.
resolvers=$(awk '$1 == "nameserver" && $2 !~ /%/ { printf " %s", $2 ~ /:/ ? "[" $2 "]" : $2 }' "$known")
if [ -z "$resolvers" ]; then
  echo "$known names no server (nameserver …) that could be asked for the API's address." >&2
  exit 1
fi

cat >"$target" <<END
resolver$resolvers valid=5s ipv6=off;
map "" \$api { default http://$address; }
END
