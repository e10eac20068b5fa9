/*!40101 SET @saved_cs_client     = @@character_set_client */;
DROP TABLE IF EXISTS `yourls_url`;
CREATE TABLE `yourls_url` (
  `keyword` varchar(100) NOT NULL DEFAULT '',
  `url` text NOT NULL,
  `title` text,
  `timestamp` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  `ip` varchar(41) NOT NULL,
  `clicks` int unsigned NOT NULL,
  PRIMARY KEY (`keyword`)
) ENGINE=InnoDB;
LOCK TABLES `yourls_url` WRITE;
INSERT INTO `yourls_url` VALUES ('spring','https://example.com/spring','Spring\nsale','2019-05-06 07:08:09','203.0.113.7',4120),('docs',0x68747470733A2F2F6578616D706C652E636F6D2F646F6373,'','2019-05-06 07:08:09','203.0.113.7',0);
UNLOCK TABLES;
