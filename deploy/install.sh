#!/bin/sh
# As root, on Debian with nginx, certbot and Node, from a release unpacked below /srv/zhuzhan/releases:
#   sh /srv/zhuzhan/releases/first/deploy/install.sh [--stopped | --server] example.com
# --stopped: the server is not started, since a site is to be restored first. --server: one more server of a site (docs/scaling.md), without
# certificate and proxy, and not started either. It stops at what fails. What is there already stays as it is, so it can be run again.
set -eu
stopped= alone=
case ${1-} in
  --stopped) stopped=yes; shift ;;
  --server) stopped=yes; alone=yes; shift ;;
esac
site=${1:?the domain without www, such as example.com}
deploy=$(cd "$(dirname "$0")" && pwd -P)
release=$(basename "$(dirname "$deploy")")
[ "$(dirname "$(dirname "$deploy")")" = /srv/zhuzhan/releases ] || { echo "unpack the release below /srv/zhuzhan/releases" >&2; exit 1; }

# Writes a sample with this domain, unless the file is there.
sample() { [ -e "$2" ] || sed "s/example\.com/$site/g" "$deploy/$1" >"$2"; }

# The sample says HTTP/2 as Debian 12's nginx reads it; Debian 13's warns of that at every test.
http2_words() {
  nginx=$(nginx -v 2>&1 | sed 's,.*/,,; s/ .*//')
  [ "$(printf '%s\n' 1.25.1 "$nginx" | sort -V | head -n 1)" = 1.25.1 ] || return 0
  sed -i 's/ 443 ssl http2;$/ 443 ssl;/; s/:443 ssl http2;$/:443 ssl;\n    http2 on;/' "$1"
}

id zhuzhan >/dev/null 2>&1 \
  || useradd --system --user-group --no-create-home --home-dir /var/lib/zhuzhan --shell /usr/sbin/nologin zhuzhan
for folder in . data uploads backups; do install -d -o zhuzhan -g zhuzhan -m 700 /var/lib/zhuzhan/$folder; done
[ -e /srv/zhuzhan/current ] || ln -s "releases/$release" /srv/zhuzhan/current
# Not through `current`: a release from before this program, gone back to, has none.
[ -e /srv/zhuzhan/tool ] || ln -s "releases/$release" /srv/zhuzhan/tool
ln -sf /srv/zhuzhan/tool/dist/zhuzhan.mjs /usr/local/bin/zhuzhan
# What visitors see where nothing else can be answered; your telephone number goes into it.
sample 502.html /srv/zhuzhan/502.html
chmod 644 /srv/zhuzhan/502.html

# Kept settings may be those of the bucket alone: the sample has the rest, and the last line of a name counts.
if [ -e /etc/zhuzhan.env ] && ! grep -Eq '^(DATA_DIR|DATABASE_URL(_FILE)?)=' /etc/zhuzhan.env; then
  mv /etc/zhuzhan.env /etc/zhuzhan.env.kept
fi
sample zhuzhan.env /etc/zhuzhan.env
if [ -e /etc/zhuzhan.env.kept ]; then
  cat /etc/zhuzhan.env.kept >>/etc/zhuzhan.env
  rm /etc/zhuzhan.env.kept
fi
chown root:zhuzhan /etc/zhuzhan.env
chmod 640 /etc/zhuzhan.env
for unit in zhuzhan.service zhuzhan.socket; do sample $unit /etc/systemd/system/$unit; done
systemctl daemon-reload
systemctl enable zhuzhan.socket zhuzhan
if [ -z "$stopped" ]; then
  systemctl start zhuzhan.socket zhuzhan
  curl -s --fail --retry 60 --retry-delay 1 --retry-connrefused -o /dev/null http://127.0.0.1:8080/healthz
fi

# The law wants logs of half a year.
install -D -m 644 "$deploy/journald.conf" /etc/systemd/journald.conf.d/zhuzhan.conf
systemctl restart systemd-journald
[ -z "$alone" ] || { echo "The server is stopped: next are its address and its database, see docs/scaling.md"; exit; }

# Debian's default site serves the proof; both names must lead to this machine by now.
[ -e "/etc/letsencrypt/live/www.$site/fullchain.pem" ] \
  || certbot certonly --webroot -w /var/www/html -d "www.$site" -d "$site" --deploy-hook 'systemctl reload nginx' \
  || { echo "No certificate. Do $site and www.$site lead to this machine, and is port 80 open? Then run this again: it goes on here." >&2; exit 1; }
nginx_site=/etc/nginx/sites-available/zhuzhan
[ -e $nginx_site ] || { sample nginx.conf $nginx_site; http2_words $nginx_site; }
ln -sf ../sites-available/zhuzhan /etc/nginx/sites-enabled/zhuzhan
rm -f /etc/nginx/sites-enabled/default
nginx -t -q
systemctl reload-or-restart nginx

# As long as the journal.
sed -i 's/rotate 14$/rotate 190/' /etc/logrotate.d/nginx
if [ -n "$stopped" ]; then
  echo "The server is stopped: zhuzhan restore …, then systemctl start zhuzhan"
  exit
fi
echo "https://www.$site is ready. Begin with a link that signs in: zhuzhan user link"
