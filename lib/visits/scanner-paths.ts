/**
 * What programs ask any server for, in lower case and without `-` and `_`: admin pages, other
 * software, files of browsers.
 */
const names = new Set(
  `actuator admin administrator adminer api apiv1 appleappsiteassociation assets auth autodiscover aws backend backup backups bin boaform
  cgi cgibin cms config configs console cpanel cron css data database db debug developmentserver dns dnsquery docker drupal druid ecp elmah
  env error evox favicon fckeditor files ftp geoserver git gitlab gponform grafana graphql healthz hnap1 hudson icons images img include
  includes index invoker jenkins jmxconsole joomla js kibana laravel ldap lib log login logon logs magento mailman manage management
  manager mifs myadmin mysql nagios node old owa panel password php phpinfo phpmyadmin phpunit pma proxy rdweb
  remote remotelogin robots rss scripts sdk server serverinfo serverstatus setup shell signin sitemap sitecore solr sql sqladmin src ssh
  static storage struts swagger swaggerui sysadmin system telescope temp test testing tmp tomcat trace upload uploads user users v1 v2 var
  vendor version webadmin webdav webfig weblogic webmail wordpress wp www xampp xmlrpc zabbix`.split(
    /\s+/,
  ),
);

/** Whether a slug is one that scanners try. A person who mistyped a link hardly asks for it. */
export function isScannerPath(slug: string): boolean {
  return (
    /^wp[-_]|^nmaplowercheck|^odinhttpcall/i.test(slug) ||
    names.has(slug.toLowerCase().replace(/[-_]/g, ""))
  );
}
